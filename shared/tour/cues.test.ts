import test from 'ava';
import {cuesOf} from './cues.ts';

const SCRIPTS: [language: string, script: string][] = [
	['pt-BR', 'Abra o painel. Clique em Vendas, escolha o mês que quer comparar e veja como cada região se saiu neste ano. Pronto!'],
	['de', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und Rindfleischetikettierungsüberwachung.'],
	['ja', '売上レポートを開き、比較したい期間を選択してから、画面の右上にある「エクスポート」ボタンをクリックしてください。完了です。'],
	['th', 'เปิดรายงานยอดขายแล้วเลือกช่วงเวลาที่ต้องการเปรียบเทียบจากนั้นคลิกปุ่มส่งออกที่มุมขวาบนของหน้าจอเพื่อบันทึกไฟล์'],
	['ar', 'افتح تقرير المبيعات، ثم اختر الفترة التي تريد مقارنتها، وانقر على زر التصدير في أعلى يمين الشاشة لحفظ الملف.'],
	['en', `${'👩🏽‍💻🏳️‍🌈'.repeat(60)} ${'9'.repeat(400)}`],
	['xx-not a tag', `One line\nanother line\n\n${'word '.repeat(500)}`],
];

test('cues joined are the script, each is short enough for two lines, none is empty', t => {
	for (const [language, script] of SCRIPTS) {
		const cues = cuesOf(script, language);
		t.is(cues.join(''), script.trim(), language);
		for (const cue of cues) {
			t.regex(cue, /\S/);
			t.true([...new Intl.Segmenter(language.slice(0, 2)).segment(cue.trim())].length <= 68, cue);
		}
	}
	t.deepEqual(cuesOf(' \n ', 'pt-BR'), []);
});

test('short sentences share a cue, long ones are shared out evenly and cut between words', t => {
	t.deepEqual(cuesOf('Olá! Bem-vindo. Vamos começar.', 'pt-BR'), ['Olá! Bem-vindo. Vamos começar.']);
	const [, script] = SCRIPTS[0]!;
	t.deepEqual(
		cuesOf(script, 'pt-BR').map(cue => cue.trim()),
		['Abra o painel.', 'Clique em Vendas, escolha o mês que quer comparar', 'e veja como cada região se saiu neste ano.', 'Pronto!'],
	);
	for (const cue of cuesOf(SCRIPTS[2]![1], 'ja')) t.notRegex(cue, /^[、。」]/);
});
