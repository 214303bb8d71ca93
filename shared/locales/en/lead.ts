/** Words of the opening form beside its author's: in the page, and if the form is refused. */
export const lead = {
	/** BCP 47 of these words, which is not always the page's. */
	language: 'en',
	/** Names the section for screen readers. */
	form: 'Contact form',
	/** Shown if the author gave no title. */
	title: 'Before we start',
	fields: {name: 'Name', email: 'E-mail', phone: 'Phone'},
	optional: 'optional',
	/** Label of the consent if its text is above the box, too long to be a label. */
	agree: 'I have read the text above and agree.',
	consent: 'Consent text',
	/** Label of the field that is hidden from people. */
	honeypot: 'Leave this field empty',
	thanks: 'Thank you! We have received your details.',
	onward: 'See the tour',
	/** Notice of a preview. */
	preview: 'Preview: nothing that you send here is kept.',
	/** Shown if it is unknown whether the form arrived; the visitor's words are kept. */
	sorry:
		'We could not confirm that this arrived. What you typed is still here: try again in a moment, or open the tour in a window of its own.',
	faultsTitle: 'Almost there',
	faults: {
		missing: 'Fill in this field.',
		allMissing: 'Fill in at least one of the fields.',
		tooLong: 'This text is too long.',
		notEmail: 'Check the address: it should look like name@example.com.',
		notPhone: 'Check the number: write it with its area code, like +1 212 555 0123.',
		noConsent: 'Tick this box to send your details.',
	},
	back: 'Back to the tour',
	errors: {
		foreign: "The form did not come from this tour's page. Open the tour by its link, in a window of its own, and send it again.",
		robot: 'This looked automated, and nothing was kept. Go back to the tour, take your time and send it again.',
		tooMany: 'Too many forms came from this address, and this one was not kept. Try again later.',
		unknownForm: 'This form has changed since the page was opened, and nothing was kept. Reload the page and send it again.',
		notFound: 'This tour does not exist, and nothing was kept.',
		takenDown: 'This tour was taken down while the page was open, and nothing was kept.',
		expired: 'This preview expired while the page was open.',
		tooLarge: 'This is too large for the form, and nothing was kept.',
		failed: 'We could not confirm that this arrived. Go back to the page before and try again in a moment.',
	},
	refusedTitle: 'The form was not sent',
};
