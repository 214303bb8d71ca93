import {startProcess} from '../../helpers/processes.ts';
import {startService} from '../../helpers/service.ts';
import {freePort} from '../api-under-test.ts';
import {startNginx} from '../nginx.ts';
import {startTraffic} from '../rolling-restart.ts';

const RESTARTS = 10;
const PER_SECOND = 100;
/** Between two restarts. */
const CALLS_BETWEEN = 100;

export const experiment = {
	name: 'rolling-restart',
	title: `${RESTARTS} rolling restarts of two APIs behind nginx under ${PER_SECOND} calls a second`,
	run,
};

async function run() {
	const service = await startService({TRUSTED_PROXIES: '1'}, {workers: false});
	const client = await service.client();
	const ports = [await freePort(), await freePort(), await freePort()] as const;
	const [front, ...behind] = ports;
	const start = (port: number) => startProcess('api/main.ts', {...service.env, PORT: String(port)});
	const apis = [await start(behind[0]!), await start(behind[1]!)];
	const nginx = await startNginx(front, behind);
	const {end, goOn} = startTraffic(`http://127.0.0.1:${front}`, client, {perSecond: PER_SECOND});
	try {
		for (let restart = 0; restart < RESTARTS; restart++) {
			await goOn(CALLS_BETWEEN);
			await apis[restart % 2]!.kill('SIGTERM');
			apis[restart % 2] = await start(behind[restart % 2]!);
		}
		await goOn(CALLS_BETWEEN);
		const {failed, ...counted} = await end();
		const figures = {restarts: RESTARTS, ...counted, failed: JSON.stringify(failed)};
		const broken = counted.resets + counted.refused + counted.lost + counted.doubled + Object.keys(failed).length;
		return {figures, ok: broken === 0};
	} finally {
		await nginx.stop();
		for (const api of apis) await api.kill();
		await service.stop();
	}
}
