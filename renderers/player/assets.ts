import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import {buildSync} from 'esbuild';

/** The browser's part of the player, compiled and minified once, when the process starts. */
export const SCRIPT = compile('client.ts');
export const STYLE = compile('player.css');

/** The same with narration, and what narration adds to the style: for tours that have some. */
export const NARRATED_SCRIPT = compile('client-narration.ts');
export const NARRATION_STYLE = compile('narration.css');

/** The source expression with which a policy allows exactly this text between `<script>` or `<style>` tags. */
export function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function compile(file: string): string {
	const {outputFiles} = buildSync({
		entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		charset: 'utf8',
		target: ['chrome120', 'firefox121', 'safari17.2'],
		legalComments: 'none',
	});
	return outputFiles[0]!.text.trim();
}
