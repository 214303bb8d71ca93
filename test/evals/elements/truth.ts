/** CSS pixels of the window. */
export type Box = {x: number; y: number; width: number; height: number};

/** A line of text, or the words of a field, and where it stands. */
export type Written = {text: string; box: Box};

/** The boxes that stand for a field, and what is written in it. */
export type Field = {boxes: Box[]; words: string};

/** Each line of text, each icon and each field that is seen of a page, with the boxes that stand for it. */
export type Truth = {texts: Written[]; icons: Box[][]; fields: Field[]; likes: Box[]; values: Written[]; others: Box[]};
