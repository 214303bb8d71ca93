import {fileURLToPath} from 'node:url';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {type BuildOptions, buildSync} from 'esbuild';
import {sha256} from '../../shared/ids.ts';

export type EmbedScript = {
	/** Without quotes; follows the content. */
	etag: string;
	plain: Buffer;
	gzip: Buffer;
	brotli: Buffer;
};

const made = new Map<string, EmbedScript>();

/** The script that host pages load, which knows whose tours it shows; compiled when it is first asked for. */
export function embedScript(baseUrl: string): EmbedScript {
	let script = made.get(baseUrl);
	if (!script) {
		const style = compile('cover.css').trim();
		const plain = Buffer.from(compile('client.ts', {BASE_URL: JSON.stringify(baseUrl), STYLE: JSON.stringify(style)}));
		script = {
			etag: sha256(plain).toString('hex').slice(0, 32),
			plain,
			gzip: gzipSync(plain, {level: 9}),
			brotli: brotliCompressSync(plain),
		};
		made.set(baseUrl, script);
	}
	return script;
}

function compile(file: string, define: BuildOptions['define'] = {}): string {
	const entry = fileURLToPath(new URL(file, import.meta.url));
	return buildSync({...OPTIONS, entryPoints: [entry], define}).outputFiles[0]!.text;
}

const OPTIONS = {
	bundle: true,
	minify: true,
	write: false,
	format: 'iife',
	charset: 'utf8',
	target: ['chrome120', 'firefox121', 'safari17.2'],
	legalComments: 'none',
} satisfies BuildOptions;
