import type {Messages} from '../messages.ts';

export const mail: Messages['mail'] = {
	confirm: {
		subject: 'Confirme seu endereço',
		before: 'Alguém criou uma conta no Roteiro com este endereço. Se foi você, confirme:',
		button: 'Confirmar o endereço',
		after: 'O link vale por 3 dias. Se não foi você, não faça nada: sem a confirmação ninguém usa a conta.',
	},
	reset: {
		subject: 'Escolha uma nova senha',
		before: 'Alguém pediu uma nova senha para a sua conta no Roteiro. Se foi você, escolha:',
		button: 'Escolher uma nova senha',
		after: 'O link vale por uma hora e funciona uma vez. Se não foi você, não faça nada: sua senha continua a mesma.',
	},
	exists: {
		subject: 'Você já tem uma conta',
		before: 'Alguém tentou criar uma conta no Roteiro com este endereço, que já tem uma. Se foi você, entre:',
		button: 'Entrar',
		after: 'Esqueceu a senha? Na mesma página você pede um link para escolher outra. Se não foi você, não faça nada.',
	},
	email: {
		subject: 'Confirme seu novo endereço',
		before: 'Alguém quer usar este endereço na sua conta no Roteiro. Se foi você, confirme com a sua senha:',
		button: 'Confirmar o novo endereço',
		after: 'O link vale por um dia. Se não foi você, não faça nada: a conta fica com o endereço que tem.',
	},
	email_asked: {
		subject: 'Seu endereço deve mudar',
		before:
			'Alguém com a senha da sua conta no Roteiro pediu que ela tenha outro e-mail. Se foi você, abra o link que foi enviado para lá. Se não foi, entre e troque sua senha agora:',
		button: 'Entrar',
		after: 'Este endereço continua sendo o da conta até que o novo seja confirmado.',
	},
	password: {
		subject: 'Sua senha foi trocada',
		before:
			'A senha da sua conta no Roteiro foi trocada, e todos os outros navegadores saíram da conta. Se foi você, não faça nada. Se não foi, escolha outra agora:',
		button: 'Escolher outra senha',
		after: 'Depois confira as chaves de API e os aplicativos conectados nos ajustes: eles continuam funcionando.',
	},
	export: {
		subject: 'Sua cópia está pronta',
		before: 'A cópia da sua conta no Roteiro que você pediu está pronta. Pode ser baixada por 24 horas:',
		button: 'Baixar a cópia',
		after: 'É preciso entrar na conta. Se não foi você quem pediu, troque sua senha.',
	},
	closing: {
		subject: 'Sua conta está sendo excluída',
		before: date =>
			`Sua conta no Roteiro será excluída para sempre em ${date}; os links já saíram do ar. Até lá você pode mantê-la. Entre:`,
		button: 'Entrar',
		after: 'Se não foi você, entre agora, mantenha a conta e troque sua senha.',
	},
	closes_soon: {
		subject: 'Sua conta será excluída em breve',
		before: date => `Em ${date}, tudo o que há na sua conta no Roteiro será excluído para sempre. Ainda dá para mantê-la. Entre:`,
		button: 'Entrar',
		after: 'Se é isso que você quer, não faça nada.',
	},
};

export const account: Messages['account'] = {
	email: 'E-mail',
	password: 'Senha',
	name: 'Nome',
	language: 'Idioma',
	newPassword: 'Nova senha',
	passwordHint: 'Pelo menos 10 caracteres. Algumas palavras seguidas são fáceis de lembrar e difíceis de adivinhar.',
	faults: {
		email: 'Escreva o endereço completo, como ana@example.com.',
		emailTaken: 'Outra conta tem este endereço.',
		nameMissing: 'Escreva o seu nome.',
		nameLong: 'O nome tem no máximo 200 caracteres.',
		passwordShort: 'A senha precisa de pelo menos 10 caracteres.',
		passwordLong: 'A senha tem no máximo 256 caracteres.',
		passwordCommon:
			'Muita gente usa esta senha, e é por ela que se começa a adivinhar. Que tal quatro ou cinco palavras que só você juntaria?',
		passwordPersonal:
			'Seu nome, seu e-mail ou o nome deste serviço são os primeiros palpites de quem tenta entrar. Escolha outras palavras.',
		passwordWrong: 'Esta não é a sua senha atual.',
	},
	signIn: {
		title: 'Entrar',
		button: 'Entrar',
		forgotten: 'Esqueceu a senha?',
		noAccount: 'Criar uma conta',
		failed: 'E-mail e senha não conferem.',
		failedOrUnconfirmed: 'E-mail e senha não conferem, ou o endereço ainda não foi confirmado: o link para isso está no nosso e-mail.',
		leadsTo: 'Entre para continuar.',
		made: 'Se este endereço ainda não tinha conta, agora tem. Entre com a senha que você escolheu.',
		signedOut: 'Você saiu da conta.',
		signedOutEverywhere: 'Você saiu da conta em todos os lugares.',
		closing: 'A conta está sendo excluída. Por 14 dias, ao entrar você pode mantê-la.',
	},
	signUp: {
		title: 'Criar uma conta',
		intro: 'Transforme capturas de tela em tours que mostram cada clique.',
		plans: 'Uma conta nova tem o plano gratuito, sem tours. O administrador deste serviço ativa o plano Pro.',
		button: 'Criar conta',
		haveAccount: 'Já tenho uma conta',
		closedTitle: 'O cadastro está fechado',
		closed: 'As contas são criadas por quem administra este serviço. Peça uma.',
	},
	mailSent: {
		title: 'Confira sua caixa de entrada',
		text: email => `Uma mensagem está a caminho de ${email}. Continue pelo link que está nela.`,
		nothing: 'Não chegou em alguns minutos? Veja na caixa de spam e confira o endereço acima.',
		back: 'Voltar para entrar',
	},
	forgotten: {
		title: 'Esqueceu a senha?',
		intro: 'Escreva o e-mail da sua conta. Com o link que enviaremos você escolhe uma nova senha.',
		button: 'Enviar o link',
		noMailTitle: 'Este serviço não envia e-mails',
		noMail: 'Peça ao seu administrador um link para escolher uma nova senha.',
		noMailOperator: 'Você mesmo opera este serviço? Este comando mostra o link para a conta do administrador:',
	},
	choose: {
		title: 'Escolha uma senha',
		intro: email => `Para a conta ${email}. As sessões abertas em outros navegadores serão encerradas.`,
		button: 'Salvar e entrar',
	},
	confirm: {
		title: 'Confirme seu endereço',
		intro: email => `Sua senha mostra que foi você quem se cadastrou com ${email}.`,
		button: 'Confirmar e entrar',
	},
	signInLink: {
		title: 'Abrir o editor',
		text: 'Com este link você entra na conta. Ele funciona uma vez.',
		button: 'Abrir o editor',
		goneTitle: 'Este link não funciona mais',
		gone: 'Ele funciona uma vez: já foi usado, tem mais de um dia ou o serviço mostrou um mais novo desde então.',
		another:
			'Entre se você já escolheu uma senha. Se não, inicie o serviço de novo: ele mostra um novo link. Este comando mostra um link para escolher uma senha:',
	},
	firstPassword: {
		later: 'Voltar ao editor',
		intro: 'Com ela e o seu e-mail você entra de novo. As páginas e os e-mails vêm no seu idioma.',
		button: 'Salvar e abrir o editor',
	},
	linkGone: {title: 'Este link não funciona mais', text: 'Ele já foi usado ou expirou.', again: 'Pedir um novo'},
	errors: {
		foreignTitle: 'Este formulário não foi enviado daqui',
		foreign: address =>
			`Por segurança, só aceitamos formulários de ${address}. Abra esse endereço e tente de novo. Se você já está nele, um proxy no caminho remove o que o navegador diz de si.`,
		tooManyTitle: 'Tentativas demais',
		tooMany: minutes => (minutes <= 1 ? 'Tente de novo em um minuto.' : `Tente de novo em ${minutes} minutos.`),
		failedTitle: 'Não deu certo',
		failed: 'Algo falhou do nosso lado. Tente de novo daqui a pouco.',
		notFoundTitle: 'Esta página não existe',
		notFound: 'O endereço pode estar incompleto.',
		back: 'Ir para sua conta',
		home: 'Ir para o início',
	},
	scopes: {
		'tours:read': 'Ler tours',
		'tours:write': 'Criar e editar tours',
		publish: 'Publicar e retirar links do ar',
		ai: 'Escrever textos e narração com IA',
		'analytics:read': 'Ler estatísticas',
	},
};

export const accountEnd: Messages['accountEnd'] = {
	export: 'Uma cópia de tudo',
	exportMeans:
		'Um zip com cada tour como documento, também os da lixeira, com imagens, narração, leads e estatísticas, e os dados da sua conta. Pode ser baixado por 24 horas; você pode pedir uma cópia por dia.',
	exportButton: 'Pedir uma cópia',
	ordered: 'A cópia está sendo feita. Esta página mostra quando estiver pronta.',
	tooSoon: 'Você pode pedir uma cópia por dia. Tente de novo amanhã.',
	states: {queued: 'na fila', running: 'sendo feita', ready: 'pronta', failed: 'falhou: peça outra'},
	fetch: (size: string) => `Baixar (${size})`,
	until: (date: string) => `até ${date}`,
	of: (date: string) => `de ${date}`,
	closingTitle: 'Esta conta está sendo excluída',
	closing: (date: string) =>
		`Em ${date} tudo o que há nela será excluído para sempre. Até lá os links não funcionam, as chaves de API continuam revogadas e os aplicativos, desconectados.`,
	takeBack: 'Manter a conta',
	takeBackMeans: 'Tours e links ficam como estavam. É preciso criar as chaves e conectar os aplicativos de novo.',
	signOut: 'Sair',
	readme: {
		title: 'Uma cópia da sua conta no Roteiro',
		made: (date: string) => `Feita em ${date}.`,
		files: [
			['account.json', 'seu perfil, onde você entrou, chaves de API (sem as próprias chaves) e aplicativos conectados'],
			['tours.jsonl', 'a lista dos tours, um por linha'],
			['tours/ID/document.json', 'um tour como documento'],
			['tours/ID/about.json', 'seu link, datas, narração e versões, e quando foi excluído se está na lixeira'],
			['tours/ID/statistics.json', 'visualizações, conclusões, cliques e leads de cada dia, e quantas vezes cada passo foi visto'],
			['images/, images.jsonl', 'cada imagem sem os metadados, e a lista delas'],
			['narration/, narration.jsonl', 'as narrações, e seus textos'],
			['leads.jsonl', 'o que visitantes deixaram nos formulários, com o que aceitaram'],
			['uses.jsonl', 'a atividade de chaves e aplicativos nos últimos 90 dias'],
			['SHA256SUMS', 'somas de todos os arquivos: sha256sum -c SHA256SUMS'],
		],
		again:
			'Para recuperar um tour, aqui ou em outro Roteiro: envie suas imagens (POST /v1/media com os bytes) e depois o documento (PUT /v1/documents/CHAVE com {"document": …}, sendo CHAVE um nome à sua escolha). As imagens são encontradas por seus nomes, que são somas de seus bytes.',
		care: 'leads.jsonl contém dados pessoais de outras pessoas. Guarde este arquivo onde ninguém mais o leia.',
	},
};

export const consent: Messages['consent'] = {
	asks: 'pede acesso à sua conta',
	leadsTo: 'Redireciona para',
	describedAt: 'Descrito em',
	account: 'Conta',
	notYou: 'Não é você? Sair',
	places: {program: 'Um programa num computador', extension: 'Uma extensão de um navegador'},
	warning: {
		program:
			'Quem pede é um programa neste computador, e qualquer programa pode usar esse nome. Continue apenas se foi você quem acabou de iniciá-lo.',
		extension:
			'Quem pede é uma extensão deste navegador, e qualquer extensão pode usar esse nome. Continue apenas se foi você quem acabou de pedir isso nela.',
		site: 'Continue apenas se foi você quem acabou de pedir isso nesse endereço.',
	},
	free: 'Sua conta está no plano gratuito. Você pode conectar o app agora, mas as chamadas dele serão recusadas (402) até que a conta tenha o plano Pro.',
	permissions: 'O que ele pode fazer',
	permissionMissing: 'Escolha pelo menos uma permissão, ou cancele.',
	later: 'Você pode desconectá-lo quando quiser, em sua conta.',
	allow: 'Permitir',
	cancel: 'Cancelar',
	refusedTitle: 'Não dá para continuar esta conexão',
	expired: 'O pedido do app expirou ou já foi respondido. Volte ao app e conecte de novo.',
	refused:
		'O app fez um pedido que não podemos atender. Volte a ele e conecte de novo; se continuar, quem o desenvolve entende este detalhe:',
	documentUnread:
		'Este serviço não conseguiu buscar a descrição que o app mantém na Internet. Conecte de novo em instantes. Se o serviço não tem acesso à Internet, quem o opera define CLIENT_DOCUMENTS=false; depois, remova o serviço do app e adicione-o outra vez. Uma chave funciona sem isso. O detalhe:',
	unknownApp:
		'Este serviço não conhece o app, ou já não o conhece: ele esquece os apps em que ninguém entrou, e todos quando é instalado de novo. No app, saia deste serviço ou remova-o, e adicione-o outra vez. Quem o desenvolve entende este detalhe:',
};
