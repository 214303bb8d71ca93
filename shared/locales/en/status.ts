/** The pages behind a link that shows no tour. */
export const status = {
	not_found: {
		title: 'This tour does not exist',
		text: 'The address may be incomplete. Check the link with the person who sent it to you.',
	},
	taken_down: {
		title: 'This tour was taken down',
		text: 'Its author no longer publishes it. The same link works again if it is published again.',
	},
	expired: {
		title: 'This preview has expired',
		text: 'Preview links are valid for 7 days. Ask the person who sent it to you for a new one.',
	},
};
