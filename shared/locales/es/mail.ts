import type {Messages} from '../messages.ts';

export const mail: Messages['mail'] = {
	confirm: {
		subject: 'Confirma tu dirección',
		before: 'Alguien creó una cuenta en Roteiro con esta dirección. Si fuiste tú, confírmala:',
		button: 'Confirmar la dirección',
		after: 'El enlace vale 3 días. Si no fuiste tú, no hagas nada: sin la confirmación nadie usa la cuenta.',
	},
	reset: {
		subject: 'Elige una contraseña nueva',
		before: 'Alguien pidió una contraseña nueva para tu cuenta en Roteiro. Si fuiste tú, elígela:',
		button: 'Elegir una contraseña nueva',
		after: 'El enlace vale una hora y funciona una vez. Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
	},
	exists: {
		subject: 'Ya tienes una cuenta',
		before: 'Alguien intentó crear una cuenta en Roteiro con esta dirección, que ya tiene una. Si fuiste tú, inicia sesión:',
		button: 'Iniciar sesión',
		after: '¿Olvidaste la contraseña? En la misma página puedes pedir un enlace para elegir otra. Si no fuiste tú, no hagas nada.',
	},
	email: {
		subject: 'Confirma tu nueva dirección',
		before: 'Alguien quiere usar esta dirección para una cuenta de Roteiro. Si fuiste tú, confírmala con tu contraseña:',
		button: 'Confirmar la nueva dirección',
		after: 'El enlace vale un día. Si no fuiste tú, no hagas nada: la cuenta conserva la dirección que tiene.',
	},
	export: {
		subject: 'Tu copia está lista',
		before: 'La copia de tu cuenta en Roteiro que pediste está lista. Se puede descargar durante 24 horas:',
		button: 'Descargar la copia',
		after: 'Hay que iniciar sesión. Si no la pediste tú, cambia tu contraseña.',
	},
	closing: {
		subject: 'Tu cuenta se está eliminando',
		before:
			'Tu cuenta en Roteiro se eliminará para siempre en 14 días; tus enlaces ya no funcionan. Hasta entonces puedes conservarla. Inicia sesión:',
		button: 'Iniciar sesión',
		after: 'Si no fuiste tú, inicia sesión ahora, conserva la cuenta y cambia tu contraseña.',
	},
	closes_soon: {
		subject: 'Tu cuenta se elimina en dos días',
		before: 'En dos días todo lo que hay en tu cuenta de Roteiro se elimina para siempre. Aún puedes conservarla. Inicia sesión:',
		button: 'Iniciar sesión',
		after: 'Si es lo que quieres, no hagas nada.',
	},
};
