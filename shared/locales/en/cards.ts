/** Default words of cards, shown if the owner gave none. The consent texts are drafts for a lawyer to read. */
export const cards = {
	/**
	 * `company`: the company that asks, or null if unknown. `language`: the page's (BCP 47), because a law is named
	 * only if it is the reader's.
	 */
	consent: (company: string | null, _language: string) =>
		`I agree that ${company === null ? 'the data I have given may be used' : `${company} may use the data I have given`} to contact me about this content, in accordance with the applicable data protection law. I can withdraw this consent at any time.`,
	/** Follows the consent. */
	privacy: (url: string) => `Privacy policy: ${url}`,
	submit: 'Continue',
	skip: 'Skip',
	whatsapp: 'Chat on WhatsApp',
	link: 'Learn more',
};
