import type {Command, Wording} from '../../language.ts';

export const WORDING: Wording = {
	quote: label => `"${label}"`,
	picture: (page, label) => `The page ${page}${label && `, with ${label} highlighted`}`,
	at: {
		'top left': 'at the top left',
		top: 'at the top',
		'top right': 'at the top right',
		left: 'on the left',
		middle: '',
		right: 'on the right',
		'bottom left': 'at the bottom left',
		bottom: 'at the bottom',
		'bottom right': 'at the bottom right',
	},
	title: {
		button: label => `Click ${label}`,
		link: label => `Click ${label}`,
		text: label => `Click ${label}`,
		menu: label => `Click ${label}`,
		icon: label => `Click ${label}`,
		tab: label => `Open the ${label} tab`,
		field: label => `Fill in ${label}`,
		select: label => `Click ${label} and choose an option`,
		checkbox: label => `Select ${label}`,
		heading: label => `Take a look at ${label}`,
	},
	bareTitle: {
		button: 'Click the highlighted button',
		link: 'Click the highlighted link',
		text: 'Click the highlighted item',
		menu: 'Click the highlighted item',
		icon: 'Click the highlighted icon',
		tab: 'Open the highlighted tab',
		field: 'Fill in the highlighted field',
		select: 'Click the highlighted list and choose an option',
		checkbox: 'Select the highlighted option',
		heading: 'Take a look at this screen',
	},
	act: {
		button: (label, at) => join('click the', label, 'button', at),
		link: (label, at) => join('click the', label, 'link', at),
		text: (label, at) => join('click', label, at),
		menu: (label, at) => join('click', label, 'in the list', at),
		icon: (label, at) => join('click the', label, 'icon', at),
		tab: (label, at) => join('open the', label, 'tab', at),
		field: (label, at) => join('fill in the', label, 'field', at),
		select: (label, at) => `${join('click', label, at)} to open the list, and choose an option`,
		checkbox: (label, at) => join('select the', label, 'option', at),
		heading: (label, at) => join('take a look at', label, at),
	},
	bareAct: {
		button: at => join('click the highlighted button', at),
		link: at => join('click the highlighted link', at),
		text: at => join('click the highlighted item', at),
		menu: at => join('click the highlighted item', at),
		icon: at => join('click the highlighted icon', at),
		tab: at => join('open the highlighted tab', at),
		field: at => join('fill in the highlighted field', at),
		select: at => `${join('click the highlighted list', at)} and choose an option`,
		checkbox: at => join('select the highlighted option', at),
		heading: at => join('take a look at what is shown here', at),
	},
	tell: {
		button: (label, at) => `${join('find the', label, 'button', at)}, and click it`,
		link: (label, at) => `${join('find the', label, 'link', at)}, and click it`,
		text: (label, at) => `${join('find', label, at)}, and click it`,
		menu: (label, at) => `${join('find', label, 'in the list', at)}, and click it`,
		icon: (label, at) => `${join('find the', label, 'icon', at)}, and click it`,
		tab: (label, at) => `${join('find the', label, 'tab', at)}, and open it`,
		field: (label, at) => `${join('find the', label, 'field', at)}, and fill it in`,
		select: (label, at) => `${join('find', label, at)}, click to open the list, and choose the option that suits you`,
		checkbox: (label, at) => `${join('find the', label, 'option', at)}, and select it`,
		heading: (label, at) => `${join('take a look at', label, at)}, and see what it has to offer`,
	},
	done: {
		type: (label, value) => join('Type', value, label && `in ${label}`),
		choose: (label, value) => join('Choose', value, label && `in ${label}`),
		set: (label, value) => join('Set', label, `to ${value}`),
		clear: label => (label ? `Clear ${label}` : 'Clear the highlighted option'),
		point: label => (label ? `Point at ${label}` : 'Point at the highlighted item'),
		doubleClick: label => (label ? `Double-click ${label}` : 'Double-click the highlighted item'),
		rightClick: label => (label ? `Right-click ${label}` : 'Right-click the highlighted item'),
		drag: (label, to) => join('Drag', label || 'the highlighted item', to && `to ${to}`),
		press: keys => `Press ${keys}`,
	},
	holding: keys => ` while holding ${keys}`,
	thenPress: keys => `, and press ${keys}`,
	opening: {first: 'To begin,', middle: ''},
	spoken: {first: tour => `Welcome to ${tour}. To begin,`, middle: 'Next,'},
	welcome: tour => ({title: `Welcome to ${tour}`, text: 'This tour shows you the way, step by step.'}),
	between: (before, after) => ({
		title: after ? `Next: ${after}` : `Done: ${before}`,
		text: [before && `You have just seen ${before}.`, after && `Next comes ${after}.`].filter(Boolean).join(' '),
	}),
	farewell: tour => ({title: 'That is all', text: `You have reached the end of ${tour}.`}),
	request:
		/^(?:please\s+)?(?:explain|say|mention|tell|write|state|describe|note|point out|emphasi[sz]e)\s+(?:(?:to\s+)?(?:the\s+)?(?:user|reader|visitor|people|them)s?\s+)?(?:that\s+|about\s+)?/iu,
	manner:
		/\b(?:tone|style|formal|informal|friendly|casual|short|brief|concise|audience|beginners?|emoji|humou?r|playful|professional|voice|language|write|make it|keep it|use)\b/iu,
};

export const COMMAND: Command = {
	signedIn: {
		done: {title: 'You are signed in', text: 'The command roteiro continues in the terminal. You may close this page.'},
		denied: {title: 'Access was not allowed', text: 'Nothing is kept. You may close this page.'},
		failed: {title: 'That did not work', text: 'The terminal says why. You may close this page.'},
		foreign: {
			title: 'This belongs to another sign-in',
			text: 'Nothing was done. Close this page, and continue where the terminal asked you to.',
		},
	},
	page: 'Page',
};

function join(...parts: string[]): string {
	return parts.filter(Boolean).join(' ');
}
