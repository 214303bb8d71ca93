import Router from '@koa/router';
import {Redis} from 'ioredis';
import Koa from 'koa';
import {createPool, type RowDataPacket} from 'mysql2/promise';
import {readDatabaseUrl} from '../../shared/config/addresses.ts';

/** What GET tour is compared with: Koa, a router, one Redis GET, one SELECT of the tour's row, and its JSON as the response. */
const [, , port, tourId] = process.argv;
const {username, ...connection} = readDatabaseUrl(process.env.DATABASE_URL!);
const pool = createPool({...connection, user: username, connectionLimit: 20, timezone: 'Z'});
const redis = new Redis(process.env.REDIS_URL!.replace(/^unix:/, ''));
const router = new Router();
router.get('/tour', async ctx => {
	await redis.get('anything');
	const [rows] = await pool.query<RowDataPacket[]>('SELECT * FROM tours WHERE id = ?', [tourId]);
	ctx.body = {ok: true, tour: rows[0]};
});
new Koa().use(router.routes()).listen(Number(port), '127.0.0.1', () => console.log('serving'));
