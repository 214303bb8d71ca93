import {driver} from 'driver.js';
import 'driver.js/dist/driver.css';
import steps from 'tour';

const screenshot = document.querySelector('#screenshot');
const target = document.querySelector('#target');

function show({src, alt, highlight}) {
	screenshot.src = src;
	screenshot.alt = alt;
	target.style.left = `${100 * highlight.x}%`;
	target.style.top = `${100 * highlight.y}%`;
	target.style.width = `${100 * highlight.width}%`;
	target.style.height = `${100 * highlight.height}%`;
}

driver({
	showProgress: true,
	allowClose: false,
	steps: steps.map(step => ({
		element: '#target',
		popover: {title: step.title, description: step.text, side: step.side, align: step.align},
		onHighlightStarted: () => show(step),
	})),
}).drive();
