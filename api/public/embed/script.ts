import {fileURLToPath} from 'node:url';
import {compileForBrowsers} from '../../../shared/browser-code.ts';

/** The script that host pages load, which knows whose tours it shows. */
export function embedScript(baseUrl: string): string {
	const style = compileForBrowsers({entryPoints: [pathOf('cover.css')]});
	return compileForBrowsers({
		entryPoints: [pathOf('client.ts')],
		define: {BASE_URL: JSON.stringify(baseUrl), STYLE: JSON.stringify(style)},
	});
}

function pathOf(file: string): string {
	return fileURLToPath(new URL(file, import.meta.url));
}
