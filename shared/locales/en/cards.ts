/** What a card shows where its owner gave nothing. The consent texts are drafts that a lawyer should read. */
export const cards = {
	consent:
		'I agree that the data I have given may be used to contact me about this content, in accordance with the applicable data protection law (LGPD, Law 13.709/2018). I can withdraw this consent at any time.',
	submit: 'Continue',
	skip: 'Skip',
	whatsapp: 'Chat on WhatsApp',
	link: 'Learn more',
};
