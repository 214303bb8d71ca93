export {COMMAND, WORDING} from './wording.ts';

import type {Detection, LanguageFacts} from '../../language.ts';

export const FACTS: LanguageFacts = {
	englishName: 'Spanish',
	request: 'Spanish (es); neutral, understood in every country',
	iso639: 'spa',
	steps: ['paso', 'pasos'],
};

export const DETECTION: Detection = {
	words: `el la los las lo un una unos unas y e o u de del a al en con sin por para sobre entre hasta desde tras según que se no sí es son fue era
ser está están estar hay ha han haber tiene tienen tener ya solo sólo más menos muy mucho mucha muchos muchas poco también aún todavía ahora luego
después antes aquí allí ahí donde dónde cuando cuándo como cómo porque pero ni quien cual cuál cada todo toda todos todas nada algún alguna ningún
otro otra otros otras mismo misma este esta estos estas ese esa esos esas eso esto aquel aquella él ella ellos ellas usted ustedes tú nosotros yo
su sus tu tus mi mis nuestro nuestra le les puede puedes pueden poder debe debes deben va van vamos hace hacer hecho haz haga queda vea ver clic
pulse pulsa pulsar seleccione selecciona seleccionar elija elige elegir escriba escribe escribir rellene rellena introduzca introduce abra abre abrir
cierre cerrar guarde guarda guardar añada añade añadir agregue agregar cree crear edite editar elimine eliminar quite quitar envíe enviar reciba
recibir acceda acceder confirme confirmar cancele cancelar empiece empezar comience continúe continuar vuelva volver use usar utilice descargue
descargar comparta compartir arrastre botón pantalla página panel menú lista pestaña campo campos casilla nombre contraseña cuenta usuario usuarios
archivo archivos datos mensaje informe informes cliente clientes pedido pedidos producto productos equipo empresa proyecto proyectos tarea tareas
venta ventas pago pagos siguiente próximo anterior primer primero primera último última nuevo nueva nuevos nuevas listo bienvenido fin paso pasos
vez veces día días hoy derecha izquierda arriba abajo esquina lado así entonces`,
	spelling: /ñ|^ll|u[eé][lnrs]|i[eé][lnrs]|(ción|ciones|sión|dad|dades|aje|ajes|miento|ario|arios|uelto|ó)$/,
};
