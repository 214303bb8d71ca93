/** What the thread that draws pages says: how many there are, a page, or what is wrong with the one it was asked for, or with all. */
export type DeckMessage = {pages: number} | {png: Uint8Array<ArrayBuffer>; words: string} | {fault: string};
