import { encode } from "uqr";

/** A QR code as the path of its dark squares, each one unit wide, with the white border that readers need. */
export function qr(text: string): { size: number; path: string } {
  const code = encode(text, { ecc: "M", border: 4 });
  let path = "";
  code.data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) path += `M${x} ${y}h1v1h-1z`;
    });
  });
  return { size: code.size, path };
}
