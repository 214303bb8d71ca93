/** Texts of the page at the root for visitors who are not signed in. */
export const landing = {
	title: 'Interactive tours from screenshots',
	description: 'Turn screenshots into step-by-step tours with a permanent link, by hand or by an agent. Open source, on your own server.',
	headline: 'Show the click, not the manual',
	lead: 'Turn screenshots into a tour that people click through, with a camera, a voice and your colours. It takes minutes, and the link never changes.',
	signIn: 'Sign in',
	start: 'Make your first tour',
	signUp: 'Create an account',
	editor: 'Open the editor',
	tour: 'A tour of Roteiro, made with Roteiro: how a tour is made',
	tryIt: 'This is a real tour. Click through it, or press Listen.',
	navigation: 'Main',
	languages: 'Language',
	facts: ['Open source, on your server', 'No cookies, no other hosts', 'Less than 5 KB of script in a tour'],
	choose: {
		title: 'Let them choose',
		text: 'Ask what visitors want to see, and each answer leads on. Buttons, hotspots and chapters, and a map that shows where they lead.',
		tour: 'A tour that asks what you want to see',
	},
	features: {
		title: 'Everything a good demo needs',
		list: [
			['A camera that finds the click', 'Each step zooms in on what matters, on a phone too.'],
			['A voice in every language', 'Narration with captions, offline or with the provider of your choice.'],
			['Names gone for good', 'Redaction replaces the pixels in the stored picture, its versions and the public page.'],
			['Numbers without cookies', 'See at which step people leave, and what they click at the end.'],
			['Leads with consent', 'A form before the first step, with the consent text as it was shown.'],
			['One tour, ten formats', 'MP4, WebP, GIF, PDF, Markdown, HTML, SCORM, SRT, VTT, and a bundle with everything.'],
		],
	},
	people: {
		title: 'Start in one line',
		marketing: {
			name: 'For marketing',
			text: 'Six screenshots become a tour in a minute. Drop them into the editor, draw around what matters, publish.',
		},
		developers: {
			name: 'For developers',
			text: 'A folder of screenshots in your repository is a tour. One command publishes it, and again after each release.',
			reference: 'API reference',
		},
		operators: {
			name: 'For operators',
			text: 'One command brings up API, workers, database and queues on your own machine. Metrics, alerts and backups are included.',
			queues: 'Queues',
		},
	},
	agents: {
		title: 'Your agent makes tours too',
		text: 'Add this MCP address to Claude, ChatGPT, Cursor or VS Code. You sign in with the browser and choose what it may do.',
	},
};
