/** Texts for exporting an account and for deleting it. */
export const accountEnd = {
	export: 'A copy of everything',
	exportMeans:
		'A zip with every tour as a document, also those in the bin, with pictures, narration, leads and statistics, and the data of your account. You can download it for 24 hours, and request one copy a day.',
	exportButton: 'Request a copy',
	ordered: 'The copy is being made. This page shows when it is ready.',
	tooSoon: 'You can request one copy a day. Try again tomorrow.',
	states: {queued: 'waiting', running: 'being made', ready: 'ready', failed: 'failed: request another'},
	fetch: (size: string) => `Download (${size})`,
	until: (date: string) => `until ${date}`,
	of: (date: string) => `of ${date}`,
	closingTitle: 'This account is being deleted',
	closing: (date: string) =>
		`On ${date} everything in it is deleted for good. Until then its links stay down, API keys stay revoked and apps disconnected.`,
	takeBack: 'Keep the account',
	takeBackMeans: 'Tours and links are as they were. You have to create API keys and connect apps again.',
	signOut: 'Sign out',
	readme: {
		title: 'A copy of your account at Roteiro',
		made: (date: string) => `Made on ${date}.`,
		files: [
			['account.json', 'your profile, sign-ins, API keys (without the keys themselves) and connected apps'],
			['tours.jsonl', 'a list of the tours, one a line'],
			['tours/ID/document.json', 'a tour as a document'],
			['tours/ID/about.json', 'its link, times, narration and versions, and when it was deleted if it is in the bin'],
			['tours/ID/statistics.json', 'views, completions, clicks and leads of each day, and how often each step was seen'],
			['images/, images.jsonl', 'every picture without its metadata, and a list of them'],
			['narration/, narration.jsonl', 'the narrations, and their texts'],
			['leads.jsonl', 'what visitors entered in opening forms, with what they agreed to'],
			['uses.jsonl', 'the activity of keys and apps in the last 90 days'],
			['SHA256SUMS', 'checksums of all files: sha256sum -c SHA256SUMS'],
		] as Array<[string, string]>,
		again:
			'To restore a tour, here or in another Roteiro: send its pictures (POST /v1/media with the bytes), then its document (PUT /v1/documents/KEY with {"document": …}, where KEY is a name of your choice). The pictures are found by their names, which are checksums of their bytes.',
		care: 'leads.jsonl holds personal data of others. Keep this file where nobody else can read it.',
	},
};
