/** Seconds that a statement takes if one of these words was read as SQL. */
export const SLEEP_SECONDS = 30;

const sleep = `SLEEP(${SLEEP_SECONDS})`;

/** Words that end a literal, a statement or a pattern by quotes, backslashes, comments, wide characters or wildcards. */
export const CORPUS: readonly string[] = [
	"O'Neil",
	`x')) OR ${sleep}#`,
	`x') OR ${sleep}-- `,
	`x' OR ${sleep} OR '`,
	`"; SELECT ${sleep}; -- `,
	`" OR ${sleep} OR "`,
	`' || ${sleep} || '`,
	`\\' OR ${sleep}#`,
	`\\\\' OR ${sleep}#`,
	'ends with \\',
	'\\',
	"'",
	"''",
	'"',
	`\`; DROP TABLE tours; SELECT ${sleep}; -- `,
	`*/ OR ${sleep} /*`,
	'100% of a_b \\% \\_',
	'%',
	'_',
	'?',
	'a ? of :name and ??',
	// The last UTF-8 byte of these is the first of a wide character in GBK, which swallows the next byte.
	`縗\\' OR ${sleep}#`,
	`誠\\' OR ${sleep}#`,
	`縗' OR ${sleep}#`,
	`\u0000' OR ${sleep}#`,
	`\n' OR ${sleep}#\r`,
	`\u001a'`,
	"\u{1f600}' \u{10ffff}\\",
	'\u02bc \uff07 \u2019 \u00a5 \u20a9',
	`{"a": "\\"', ${sleep}"}`,
];
