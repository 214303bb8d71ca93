/** A line of words on a page. `x`, `y`: where it begins, from the top left, and `size`, the height of its letters, as shares of the page. */
export type DeckLine = {text: string; x: number; y: number; size: number};

/** What the thread that draws pages says: how many there are, a page, or what is wrong with the one it was asked for, or with all. */
export type DeckMessage = {pages: number} | {png: Uint8Array<ArrayBuffer>; lines: DeckLine[]} | {fault: string};
