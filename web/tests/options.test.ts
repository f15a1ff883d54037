import { expect, test } from "vitest";
import { fieldsOf, isRelevant, told, type Field, type Options } from "../src/options/schema";

/** The shapes that the server's schemas have (document 000, section 2; document 004, section 2). */
const SCHEMA = {
  $defs: {
    TimeControl: {
      anyOf: [
        { properties: { baseSec: { const: 180 }, incSec: { const: 2 } }, title: "3분 + 2초" },
        { properties: { baseSec: { const: 300 }, incSec: { const: 3 } }, title: "5분 + 3초" },
      ],
      properties: {
        kind: {
          title: "시간 방식",
          oneOf: [
            { const: "none", title: "제한 없음" },
            { const: "perMove", title: "한 수마다 제한" },
            { const: "fischer", title: "전체 시간 + 수당 추가" },
          ],
        },
        perMoveSec: { title: "한 수 제한", oneOf: [{ const: 30, title: "30초" }, { const: 60, title: "1분" }] },
        baseSec: { title: "전체 시간", oneOf: [{ const: 180, title: "3분" }, { const: 300, title: "5분" }] },
        incSec: { title: "수당 추가", oneOf: [{ const: 2, title: "2초" }, { const: 3, title: "3초" }] },
      },
    },
  },
  properties: {
    timeControl: { $ref: "#/$defs/TimeControl", title: "시간 제한" },
    overline: { const: "win", title: "여섯 개 이상", oneOf: [{ const: "win", title: "승리로 인정" }] },
    drawOffer: { title: "무승부 제안", oneOf: [{ const: true, title: "켜기" }, { const: false, title: "끄기" }] },
    idleLimitSec: { title: "무응답 한도", oneOf: [{ const: 120, title: "2분" }, { const: 300, title: "5분" }] },
  },
} as const;

const CHOSEN: Options = {
  timeControl: { kind: "fischer", perMoveSec: 30, baseSec: 300, incSec: 3 },
  overline: "win",
  drawOffer: true,
  idleLimitSec: 300,
};

test("a schema becomes fields with the server's words, and what has one choice is no question", () => {
  const fields = fieldsOf(SCHEMA);
  expect(fields.map((field) => field.title)).toEqual(["시간 제한", "무승부 제안", "무응답 한도"]);
  const [time] = fields;
  expect(time?.kind === "group" && time.fields.map((field) => field.title)).toEqual([
    "시간 방식",
    "한 수 제한",
    "전체 시간 + 수당 추가",
  ]);
});

test("what is chosen is told in words, without what means nothing now", () => {
  expect(told(fieldsOf(SCHEMA), CHOSEN)).toEqual([
    { title: "시간 방식", value: "전체 시간 + 수당 추가" },
    { title: "전체 시간 + 수당 추가", value: "5분 + 3초" },
    { title: "무승부 제안", value: "켜기" },
  ]);
});

test("a text of one's own is told as it is, and its pattern is the schema's", () => {
  const [field] = fieldsOf({
    properties: {
      timeControl: {
        title: "시간 제한",
        oneOf: [
          { const: "10+5", title: "래피드" },
          { const: "none", title: "제한 없음" },
          { title: "직접 정하기", pattern: "^([1-9]|[1-8][0-9]|90)\\+([0-9]|[1-5][0-9]|60)$" },
        ],
      },
    },
  });
  expect(field?.kind === "choice" && field.custom?.pattern.test("90+60")).toBe(true);
  expect(field?.kind === "choice" && field.custom?.pattern.test("91+0")).toBe(false);
  expect(told([field as Field], { timeControl: "20+10" })).toEqual([{ title: "시간 제한", value: "20+10" }]);
});

test.each([
  ["none", ["idleLimitSec"]],
  ["10+5", []],
])("in chess with the time control %s the limit for doing nothing is asked accordingly", (timeControl, expected) => {
  const field: Field = { kind: "choice", name: "idleLimitSec", title: "", description: "", choices: [], custom: null };
  expect([field].filter((one) => isRelevant(one, { timeControl })).map(() => field.name)).toEqual(expected);
});
