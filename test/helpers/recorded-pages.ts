/** The look of what is found again in a picture, by `paintedIn`. */
const PAINTED = '<style>.painted{background:#f0f!important;color:#f0f!important;border:0;border-radius:0}</style>';

/** Pages of an application that is recorded: forms, routes, frames, shadow trees, windows, boxes that scroll, secrets. */
export const PAGES: Record<string, string> = {
	form: `<html lang="en"><title>Form</title><form onsubmit="event.preventDefault();document.body.append('Thank you')">
		<label>Email <input id="email" type="email"></label><label>Password <input id="password" type="password"></label>
		<label>Country <select id="country"><option value="">-</option><option value="br">Brazil</option><option value="pt">Portugal</option></select></label>
		<label><input id="terms" type="checkbox"> I accept the terms</label><label>Notes <textarea id="notes"></textarea></label>
		<button id="send">Send <b>now</b></button></form>`,
	routes: `<html lang="en"><title>Routes</title><nav><a id="to-reports" href="/r/reports">Reports</a></nav><main id="view">Home</main><script>
		document.querySelector('#to-reports').onclick = event => { event.preventDefault(); history.pushState({}, '', '/routes?view=reports');
			setTimeout(() => { document.querySelector('#view').innerHTML = '<h1>Reports</h1><button id="new-report">New report</button><button id="menu" aria-label="More actions">⋮</button>';
			document.querySelector('#menu').onclick = () => document.querySelector('#view').insertAdjacentHTML('beforeend', '<ul role="menu"><li id="export" role="menuitem" tabindex="0">Export as CSV</li></ul>'); }, 120); };
		</script>`,
	frames: `<html lang="en"><title>Frames</title><h1>Outside</h1><div style="height:60px"></div><iframe src="/inner" style="border:7px solid red;padding:5px;margin-left:40px;width:600px;height:260px"></iframe>
		<iframe src="OTHER/elsewhere?x=703&y=203" style="position:absolute;left:700px;top:200px;border:3px solid;width:300px;height:200px"></iframe>`,
	inner: `<h2>Inside</h2><button id="in-frame">Inside</button><iframe src="/innermost" style="border:3px solid;width:300px;height:90px;margin:20px"></iframe>`,
	innermost: `<button id="in-inner-frame">Deep inside</button>`,
	elsewhere: `<button id="elsewhere">Of another site</button>`,
	shadow: `<html lang="en"><title>Shadow</title><x-panel></x-panel><script>
		class Panel extends HTMLElement { connectedCallback() { const root = this.attachShadow({mode: 'open'});
			root.innerHTML = '<style>button{margin:30px}</style><button id="open-shadow">In the shadow</button><x-inner></x-inner>'; } }
		class Inner extends HTMLElement { connectedCallback() { const root = this.attachShadow({mode: 'open'});
			root.innerHTML = '<label>City <input id="city"></label>'; } }
		customElements.define('x-inner', Inner); customElements.define('x-panel', Panel);</script>`,
	popup: `<html lang="en"><title>Opener</title><button id="open-popup" onclick="open('/window','w','width=500,height=400')">Choose a file</button><p id="chosen"></p>`,
	window: `<html lang="en"><title>Window</title><h1>Files</h1><button id="in-popup" onclick="opener.document.querySelector('#chosen').innerHTML='<button id=after-popup>Use report.pdf</button>';setTimeout(close,50)">report.pdf</button>`,
	scrolling: `<html lang="en"><title>Scrolling</title><div style="height:1500px">Far above</div><div id="box" style="height:200px;overflow:auto;border:1px solid"><div style="height:900px">List</div><button id="in-box">In the box</button><div style="height:400px"></div></div><div style="height:900px"></div>
		<div style="overflow:auto;width:400px"><div style="width:2000px;text-align:right"><button id="far-right">Far right</button></div></div>`,
	selects: `<html lang="pt-BR"><title>Seleções</title><label>Plano <select id="plan"><option value="1">Básico</option><option value="2">Completo</option></select></label>
		<label>Volume <input id="volume" type="range" min="0" max="100" value="10"></label><label>Data <input id="date" type="date"></label>
		<div role="tablist"><button id="tab" role="tab">Avançado</button></div><label><input id="news" type="checkbox" checked> Novidades</label>`,
	board: `<html lang="es"><title>Tablero</title><div id="hover-card" tabindex="0" style="width:200px;padding:20px;background:#eee">Tarjeta <button id="edit" hidden>Editar</button></div><div id="title" style="width:300px;margin-top:40px" role="button" tabindex="0">Nombre</div><p id="text" contenteditable="true" aria-label="Descripción" style="border:1px solid;min-height:2em"></p>
		<script>document.querySelector('#hover-card').onpointerover = () => { document.querySelector('#edit').hidden = false; };</script>`,
	press: `<html lang="en"><title>Files</title><button id="options">Options</button><div id="entries" hidden style="padding:20px;background:#f00"><div role="menuitem" tabindex="-1" id="remove">Delete file</div></div><p id="said"></p><script>const heard = [];options.addEventListener('pointerdown', () => { entries.hidden = false; });for (const type of ['pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click']) options.addEventListener(type, () => heard.push(type));remove.addEventListener('pointerup', () => { said.textContent = heard.join(' '); entries.hidden = true; });</script>`,
	hidden: `<html lang="en"><title>Tasks</title><style>li{width:500px;padding:12px} li button{display:none} li:hover button{display:inline-block}</style><h1>Tasks</h1><ul><li>Milk <button id="milk" aria-label="Delete Milk">x</button></li><li>Bread <button id="bread" aria-label="Delete Bread" onclick="this.parentElement.remove()">x</button></li></ul>`,
	drag: `<html lang="en"><title>Drag</title><div id="knob" role="slider" aria-label="Brightness" aria-valuenow="0" tabindex="0" style="position:relative;width:40px;height:40px;background:#1d4e89;margin:50px;touch-action:none"></div><div id="drop" style="width:200px;height:100px;border:1px solid">Drop</div>`,
	secrets: `<html lang="en"><title>Secrets</title><form><label>User <input id="user"></label><label>Password <input id="secret" type="password" style="width:520px;font:40px monospace"></label><button id="eye" type="button" onclick="secret.type='text'">Show</button>
		<label>Card number <input id="card" autocomplete="cc-number" style="font:40px monospace;width:520px"></label><label>Code <input id="code" autocomplete="one-time-code" style="font:40px monospace"></label></form>
		<button id="next" onclick="echo.innerHTML='Your password is <em>'+secret.value.slice(0,8)+'</em>'+secret.value.slice(8)+', card '+card.value.replace(/(.{4})/g,'$1 ');shadowed.attachShadow({mode:'closed'}).innerHTML='<input style=&quot;font:40px monospace;width:520px&quot; aria-label=Again value=&quot;'+secret.value+'&quot;>'">Continue</button><p id="echo" style="font:40px monospace"></p><div id="shadowed"></div><button id="done">Done</button>`,
	dialogs: `<html lang="en"><title>Dialogs</title><button id="remove" onclick="if(confirm('Sure?'))document.body.insertAdjacentHTML('beforeend','<button id=undo>Undo</button>')">Remove</button>`,
	restless: `<html lang="en"><title>Restless</title><p id="clock"></p><img src="/hang"><button id="go">Go</button><script>setInterval(() => { document.querySelector('#clock').textContent = String(Math.random()); fetch('/hang').catch(() => {}); }, 15);</script>`,
	'sign-in': `<html lang="en"><title>Sign in</title><script>document.cookie = 'session=kept; path=/'; setTimeout(close, 900);</script>`,
	private: `<html lang="en"><title>Private</title><script>document.write(document.cookie.includes('session=kept') ? '<button id="inside">Inside</button>' : 'Sign in first');</script>`,
	'wide-phone': `<html lang="en"><title>Wide phone</title><meta name="viewport" content="width=device-width,initial-scale=1">${PAINTED}<div style="height:900px"></div><button id="on-phone" class="painted">On a phone</button><div style="height:1500px"></div><iframe src="/painted" style="width:400px;height:120px;border:2px solid"></iframe><div style="height:200px"></div>`,
	'old-phone': `<html lang="en"><title>Old phone</title>${PAINTED}<div style="height:3000px"></div><button id="drawn-smaller" class="painted">Drawn smaller</button><div style="height:2500px"></div><iframe src="/painted" style="width:400px;height:120px;border:2px solid"></iframe><div style="height:300px"></div>`,
	painted: `${PAINTED}<div style="height:40px"></div><button id="in-phone-frame" class="painted">In a frame</button>`,
	sticky: `<html lang="en"><title>Sticky</title>${PAINTED}<style>body{margin:0}header{position:sticky;top:0;height:90px;background:#124}</style><header>Header</header><div style="height:1000px"></div><button id="beneath" class="painted">Beneath</button><div style="height:2000px"></div><script>addEventListener('load', () => scrollTo(0, 1080));</script>`,
	upload: `<html lang="en"><title>Upload</title>${PAINTED}<style>body{display:flow-root}label.painted{display:block;width:200px;height:40px}</style><h1>Upload</h1>
		<input id="off-screen" type="file" style="position:absolute;left:-9999px"><label for="off-screen" class="painted">Choose picture…</label>
		<label id="around" style="display:block;width:200px;height:40px;background:#ddd">Choose letter…<input id="not-shown" type="file" hidden></label><div style="position:relative"><input id="clear" type="file" aria-label="Drop it here" style="opacity:0;position:absolute;inset:0">Drop it here</div><input id="bare" type="file" hidden aria-label="Nowhere">`,
	keys: `<html lang="en"><title>Keys</title><label>E-mail: <input id="mail"></label><label>Password <input id="password" type="password" style="font:40px monospace;width:520px"></label><label>Comment <textarea id="comment"></textarea></label><p contenteditable="true" id="written" aria-label="Story" style="border:1px solid;min-height:2em"><b id="part">b</b></p>
		<button id="apply" aria-label="Apply credentials">Authorize</button><button id="more" aria-label="More actions">⋮</button><div id="node" style="user-select:none;width:120px;padding:20px;background:#eee">Node A</div><div id="zone" style="width:300px;padding:20px;border:1px solid">Done list</div><label><input id="agree" type="checkbox"> I agree</label><x-choice id="choice"></x-choice>
		<p id="echo" style="font:40px monospace"></p><script>password.oninput = () => { echo.textContent = password.value; };
		customElements.define('x-choice', class extends HTMLElement { connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<label id="l">Plan</label><div id="inner" style="border:1px solid;width:200px"><input role="combobox" readonly aria-labelledby="l" aria-expanded="false" aria-controls="l"></div>'; } });</script>`,
	'right-to-left': `<html lang="en" dir="rtl"><title>From the right</title>${PAINTED}<div style="height:60px"></div><button id="from-right" class="painted">From the right</button><div style="width:3500px;height:40px;background:#ddd"></div>`,
	driven: `<html lang="en"><title>Driven</title><div style="height:1200px"></div><button id="driven">Save</button><input id="field">`,
};
