/** What is said to whoever takes everything with them, or leaves for good. */
export const leaving = {
	data: 'Your data',
	dataMeans: 'Take everything with you, or delete the account',
	back: 'Your account',
	export: 'A copy of everything',
	exportMeans:
		'A zip with every tour as a document, the bin too, with pictures, narration, leads and statistics, and what is known of you. It can be fetched for 24 hours; one a day is made.',
	exportButton: 'Make a copy',
	ordered: 'The copy is being made. This page shows when it is ready.',
	tooSoon: 'One copy a day is made, and today’s was asked for already.',
	states: {queued: 'waiting', running: 'being made', ready: 'ready', failed: 'failed: ask for another'},
	fetch: (size: string) => `Fetch (${size})`,
	until: (date: string) => `until ${date}`,
	of: (date: string) => `of ${date}`,
	delete: 'Delete the account',
	deleteMeans:
		'All links stop working at once, you are signed out everywhere, keys and apps open nothing any more. For 14 days you can sign in and take it back; then everything is deleted for good: tours, pictures, leads, statistics. Whoever runs this service may keep backups for a while longer.',
	deleteEmail: 'E-mail address of this account',
	deleteButton: 'Delete my account',
	emailWrong: 'This is not the address of this account.',
	closingTitle: 'This account is being deleted',
	closing: (date: string) =>
		`On ${date} everything in it is deleted for good. Until then nobody sees its links, and keys and apps stay ended.`,
	takeBack: 'Keep the account',
	takeBackMeans: 'Tours and links are as they were. Keys and connected apps have to be made anew.',
	takenBack: 'The account stays. Your links work again.',
	signOut: 'Sign out',
	readme: {
		title: 'A copy of your account at Roteiro',
		made: (date: string) => `Made on ${date}.`,
		files: [
			['account.json', 'your profile, sign-ins, API keys (without the keys themselves) and connected apps'],
			['tours.jsonl', 'a list of the tours, one a line'],
			['tours/ID/document.json', 'a tour as a document'],
			['tours/ID/about.json', 'its link, times, narration and versions; "deletedAt" where it is in the bin'],
			['tours/ID/statistics.json', 'views, completions, clicks and leads of each day, and how often each step was seen'],
			['images/, images.jsonl', 'every picture without its metadata, and a list of them'],
			['narration/, narration.jsonl', 'what was spoken, and the words'],
			['leads.jsonl', 'what visitors left in opening forms, with what they agreed to'],
			['uses.jsonl', 'what keys and apps did in the last 90 days'],
			['SHA256SUMS', 'sums of all files: sha256sum -c SHA256SUMS'],
		] as Array<[string, string]>,
		again:
			'To have a tour again, here or in another Roteiro: send its pictures (POST /v1/media with the bytes), then its document (PUT /v1/documents/KEY with {"document": …}, KEY being a name of your choice). The pictures are found by their names, which are sums of their bytes.',
		care: 'leads.jsonl holds personal data of others. Keep this file where nobody else reads it.',
	},
};
