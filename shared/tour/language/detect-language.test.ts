import test from 'ava';
import {detectLanguage} from './detect-language.ts';

/** Texts as tours have them, of 5 to 40 words; written before the detector was tried on any of them. */
const TEXTS: Record<'pt' | 'en' | 'es', string[]> = {
	pt: [
		'Clique em Salvar para guardar as alterações.',
		'Neste tour você vai aprender a cadastrar um cliente em menos de dois minutos.',
		'Aqui ficam todos os pedidos da sua loja, do mais recente ao mais antigo.',
		'Abra o menu Configurações no canto superior direito da tela.',
		'Pronto! O relatório foi enviado para o seu e-mail.',
		'Escolha o período que deseja analisar e clique em Aplicar.',
		'Digite o nome do produto, o preço e a quantidade em estoque.',
		'O dashboard mostra o pipeline de vendas e o churn do mês.',
		'Arraste o card para a coluna Em andamento quando começar a tarefa.',
		'Voce pode convidar outras pessoas da equipe pelo botao Convidar.',
		'Gere a nota fiscal com um clique e mande o PDF direto pelo WhatsApp.',
		'Fale com a gente e descubra o plano ideal para o seu negócio.',
		'Preencha os dados de cobrança. Eles aparecem na fatura.',
		'Essa integração conecta sua conta do Google Ads ao CRM sem nenhuma linha de código.',
		'Acompanhe as metas do time em tempo real.',
		'Defina quem pode ver, comentar ou editar este documento.',
		'Ao finalizar, baixe a planilha em CSV ou Excel.',
		'Marque a caixa ao lado de cada fatura vencida e envie um lembrete automático aos clientes.',
		'Nosso painel reúne finanças, estoque e folha de pagamento num só lugar.',
		'Quer saber mais? Agende uma demonstração gratuita com um especialista.',
		'Adicione uma etiqueta vermelha às conversas urgentes',
		'Confirme a senha nova e entre de novo no sistema.',
		'Use os filtros por data, por vendedor e por região até encontrar a venda que procura; depois abra os detalhes dela.',
		'Veja como funciona a aprovação de férias no portal do colaborador',
	],
	en: [
		'Click Save to keep your changes.',
		'In this tour you will learn how to add a customer in under two minutes.',
		'All orders of your shop live here, newest first.',
		'Open the Settings menu in the top right corner.',
		'Done! The report is on its way to your inbox.',
		'Pick a date range, then hit Apply.',
		'Enter the product name, its price and the quantity in stock.',
		'The dashboard shows the sales pipeline and churn of the month.',
		'Drag the card to In progress once work begins.',
		'Invite teammates with the button at the bottom of the list.',
		'Create an invoice and send the PDF over WhatsApp.',
		'Talk to us and find the right plan for your business.',
		'Fill in the billing details. They appear on every invoice.',
		'This integration links Google Ads to your CRM without a single line of code.',
		'Track team goals in real time.',
		'Decide who may view, comment on or edit this document.',
		'When everything looks right, download the spreadsheet as CSV or Excel.',
		'Tick the box beside each overdue invoice and an automatic reminder goes out to those customers.',
		'One workspace for finance, inventory and payroll.',
		'Curious? Book a free demo with one of our specialists.',
		'Add a red label to urgent conversations',
		'Confirm the new password and sign in again.',
		'Use filters by date, seller and region until you find the sale you are after; then open its details.',
		'See how vacation approval works in the employee portal',
	],
	es: [
		'Haga clic en Guardar para conservar los cambios.',
		'En este recorrido aprenderás a dar de alta un cliente en menos de dos minutos.',
		'Aquí están todos los pedidos de tu tienda, del más reciente al más antiguo.',
		'Abra el menú Configuración en la esquina superior derecha.',
		'¡Listo! El informe va camino de tu correo.',
		'Elige el período que quieres analizar y pulsa Aplicar.',
		'Escriba el nombre del producto, el precio y la cantidad en existencia.',
		'El dashboard muestra el pipeline de ventas y el churn del mes.',
		'Arrastra la tarjeta a la columna En curso cuando empieces la tarea.',
		'Puedes invitar a otras personas del equipo con el boton Invitar.',
		'Genera la factura con un clic y manda el PDF por WhatsApp.',
		'Habla con nosotros y descubre el plan ideal para tu negocio.',
		'Rellene los datos de facturación. Aparecen en cada factura.',
		'Esta integración conecta Google Ads con el CRM sin escribir una sola línea de código.',
		'Sigue las metas del equipo en tiempo real.',
		'Define quién puede ver, comentar o editar este documento.',
		'Al terminar, descarga la hoja de cálculo en CSV o Excel.',
		'Marque la casilla junto a cada factura vencida y envíe un recordatorio automático a los clientes.',
		'Un solo lugar para finanzas, inventario y nómina de tu empresa.',
		'¿Quieres saber más? Agenda una demostración gratuita con un especialista.',
		'Añade una etiqueta roja a las conversaciones urgentes',
		'Confirma la contraseña nueva y vuelve a entrar en el sistema.',
		'Usa los filtros por fecha, vendedor y región hasta dar con la venta que buscas; luego abre sus detalles.',
		'Mira cómo funciona la aprobación de vacaciones en el portal del empleado',
	],
};

/** What must not be taken for one of the three: other languages, names, code, too few words. */
const NEITHER = [
	'Cliquez sur le bouton Enregistrer pour conserver vos modifications.',
	'Dans cette visite, vous apprendrez à ajouter un client en moins de deux minutes.',
	'Fai clic su Salva per conservare le modifiche della pagina.',
	'In questo tour imparerai ad aggiungere un cliente in meno di due minuti.',
	'Klicken Sie auf Speichern, um die Änderungen zu übernehmen.',
	'Klik op Opslaan om de wijzigingen in het document te bewaren.',
	'Feu clic al botó Desa per conservar els canvis dels documents.',
	'Klicka på Spara för att behålla ändringarna i listan.',
	'保存をクリックして変更を保存します。',
	'Нажмите «Сохранить», чтобы сохранить изменения.',
	'Dashboard CRM Kanban WhatsApp Excel PDF',
	'npm install roteiro@1.0.0 --save-exact https://example.com/the/and/of',
	'Total: R$ 1.234,56 (12x)',
	'OK',
	'',
];

test('of short texts that it has not seen, 95 in 100 are distinguished, and fewer than 2 in 100 are taken for another language', t => {
	const all = Object.entries(TEXTS).flatMap(([language, texts]) => texts.map(text => ({language, text, found: detectLanguage(text)})));
	const right = all.filter(({language, found}) => found === language);
	const wrong = all.filter(({language, found}) => found !== null && found !== language);
	const unsure = all.filter(({found}) => found === null);
	t.log(`${all.length} texts: ${right.length} right, ${wrong.length} wrong, ${unsure.length} unsure`);
	for (const {language, text, found} of [...wrong, ...unsure]) t.log(`${language} taken for ${found}: ${text}`);
	t.true(right.length >= 0.95 * all.length);
	t.true(wrong.length < 0.02 * all.length);
});

test('what is none of the three, or too little, is none of them', t => {
	for (const text of NEITHER) t.is(detectLanguage(text), null, text);
});

test('half in one language and half in another is neither; a name or a sentence in between does no harm', t => {
	t.is(detectLanguage([...TEXTS.pt, ...TEXTS.en].join(' ')), null);
	t.is(detectLanguage(`${TEXTS.pt.join(' ')} Click Save to continue. Sign in with Google.`), 'pt');
});

test('as much as a tour can hold takes a moment, and so does one word without an end', t => {
	const start = process.cpuUsage();
	for (const text of [TEXTS.en.join(' ').repeat(200), 'a'.repeat(500_000), `${'a.'.repeat(250_000)}`, 'ação-'.repeat(100_000)])
		detectLanguage(text);
	t.true(process.cpuUsage(start).user < 5_000_000);
});
