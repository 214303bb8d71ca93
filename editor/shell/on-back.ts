/** True while a step back that was asked for here has not been taken. */
let going = false;

/** Makes the browser's Back close what lies over the whole page instead of leaving the page. Returns what ends that. */
export function closeOnBack(close: () => void): () => void {
	const push = () => history.pushState({over: true}, '');
	// What was closed a moment ago is still to be left: its step back would close this.
	let waits = going;
	const popped = () => {
		if (waits) push();
		else close();
		waits = false;
	};
	if (!waits) push();
	addEventListener('popstate', popped);
	return () => {
		removeEventListener('popstate', popped);
		if (waits || !history.state?.over) return;
		going = true;
		addEventListener('popstate', () => (going = false), {once: true});
		history.back();
	};
}
