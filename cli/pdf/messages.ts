/** A line of words on a page. `x`, `y`: where it begins, from the top left, and `size`, the height of its letters, as shares of the page. */
export type DeckLine = {text: string; x: number; y: number; size: number};

/** A message of the thread that draws pages: their number, a page, or the fault of the requested page or of all. */
export type DeckMessage = {pages: number} | {png: Uint8Array<ArrayBuffer>; lines: DeckLine[]} | {fault: string};
