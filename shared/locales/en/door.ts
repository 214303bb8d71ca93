/** The page at the root for whoever is not signed in. */
export const door = {
	title: 'Interactive tours from screenshots',
	description: 'Turn screenshots into step-by-step tours with a permanent link, by hand or by an agent. Open, and yours to host.',
	headline: 'Show the click, not the manual',
	lead: 'Drop screenshots, mark what matters, publish. Visitors click their way through your product on one link that stays the same.',
	signIn: 'Sign in',
	start: 'Make your first tour',
	signUp: 'Create an account',
	tour: 'A tour of Roteiro, made with Roteiro: how a tour is made',
	navigation: 'Main',
	languages: 'Language',
	forWhom: 'Who works with it',
	people: [
		{
			name: 'Marketing and sales',
			text: 'Six screenshots become a tour in a minute: in your colours, ready to embed, with a form where you want one. The funnel shows at which step people leave.',
		},
		{
			name: 'Support and documentation',
			text: 'Guides that read without script, by keyboard and aloud, in every language you write. Customers’ names are burnt out of the pixels for good.',
		},
		{
			name: 'Engineers and their agents',
			text: 'Whatever the editor does, one API does as well. Claude, ChatGPT and others work on the same tour over MCP, and nobody overwrites anybody.',
		},
	],
	facts: ['Yours to host, open source', 'No cookies, no other hosts for visitors', 'Less than 5 KB of script in a tour'],
	agents: 'Connect an agent',
	agentsText: 'Add this MCP address to Claude, ChatGPT, Cursor or VS Code. Signing in happens in the browser.',
	folder: 'Or begin with a folder of screenshots',
	developers: 'For developers and operators',
	links: {
		reference: ['API reference', 'Every operation with its fields, limits and a call to paste.'],
		openapi: ['openapi.json', 'The same as OpenAPI 3.1, for generators and agents.'],
		queues: ['Queues', 'The work in the background; asks for the operator’s password.'],
	},
};
