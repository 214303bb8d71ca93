const {playOneWriter} = await import('/srv/rt/saving/test/editor/model/one-writer.ts');
const [from, to, show = '3'] = process.argv.slice(2);
let bad = 0; const t = performance.now(); const kinds = {};
for (let s = Number(from); s <= Number(to); s++) {
  const {wrong, did} = await playOneWriter(s);
  if (wrong.length) { bad++; for (const w of new Set(wrong.map(w => w.split(/[:\n{]/).slice(0,1)[0].slice(0,60)))) kinds[w] = (kinds[w]??0)+1; if (bad <= Number(show)) console.log(`== ${s}\n` + wrong.map(w=>w.slice(0,1500)).join('\n') + '\n' + (did.join('\n').slice(-1800))); }
}
console.log(bad, 'of', to - from + 1, kinds, Math.round(performance.now() - t), 'ms');
