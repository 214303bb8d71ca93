import type {Messages} from '../messages.ts';

export const mail: Messages['mail'] = {
	confirm: {
		subject: 'Confirme su dirección',
		before: 'Alguien creó una cuenta en Roteiro con esta dirección. Si fue usted, confírmela:',
		button: 'Confirmar la dirección',
		after: 'El enlace vale 3 días. Si no fue usted, no haga nada: sin la confirmación nadie usa la cuenta.',
	},
	reset: {
		subject: 'Elija una contraseña nueva',
		before: 'Alguien pidió una contraseña nueva para su cuenta en Roteiro. Si fue usted, elíjala:',
		button: 'Elegir una contraseña nueva',
		after: 'El enlace vale una hora y funciona una vez. Si no fue usted, no haga nada: su contraseña sigue igual.',
	},
	exists: {
		subject: 'Ya tiene una cuenta',
		before: 'Alguien intentó crear una cuenta en Roteiro con esta dirección, que ya tiene una. Si fue usted, inicie sesión:',
		button: 'Iniciar sesión',
		after: '¿Olvidó la contraseña? En la misma página puede pedir un enlace para elegir otra. Si no fue usted, no haga nada.',
	},
	email: {
		subject: 'Confirme su nueva dirección',
		before: 'Alguien quiere usar esta dirección en su cuenta de Roteiro. Si fue usted, confírmela con su contraseña:',
		button: 'Confirmar la nueva dirección',
		after: 'El enlace vale un día. Si no fue usted, no haga nada: la cuenta conserva la dirección que tiene.',
	},
	export: {
		subject: 'Su copia está lista',
		before: 'La copia de su cuenta en Roteiro que pidió está lista. Se puede descargar durante 24 horas:',
		button: 'Descargar la copia',
		after: 'Hay que iniciar sesión. Si no la pidió usted, cambie su contraseña.',
	},
	closing: {
		subject: 'Su cuenta se está eliminando',
		before:
			'Su cuenta en Roteiro se eliminará para siempre en 14 días; sus enlaces ya no funcionan. Hasta entonces puede desistir. Inicie sesión:',
		button: 'Iniciar sesión',
		after: 'Si no fue usted, inicie sesión ahora, conserve la cuenta y cambie su contraseña.',
	},
	closes_soon: {
		subject: 'Su cuenta se elimina en dos días',
		before: 'En dos días todo lo que hay en su cuenta de Roteiro se elimina para siempre. Aún puede desistir. Inicie sesión:',
		button: 'Iniciar sesión',
		after: 'Si es lo que quiere, no haga nada.',
	},
};
