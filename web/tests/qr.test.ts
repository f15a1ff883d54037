import jsQR from "jsqr";
import { expect, test } from "vitest";
import { qr } from "../src/ui/qr";

test("a reader finds the invitation in the picture", () => {
  const link = "https://play.example/r/ABC234";
  const { size, path } = qr(link);
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * side + Number(x) * scale + column) * 4;
        pixels.set([0, 0, 0], at);
      }
    }
  }
  expect(jsQR(pixels, side, side)?.data).toBe(link);
});
