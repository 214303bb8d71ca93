import test from 'ava';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import {ENTITIES} from './entities.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

type Column = {table: string; name: string; type: string; nullable: 'YES' | 'NO'; key: string};

test('the entities and the migrated schema have the same tables, columns, types and keys', async t => {
	const columns: Column[] = await fresh.database.query(
		`SELECT table_name AS \`table\`, column_name AS name, column_type AS type, is_nullable AS nullable, column_key AS \`key\`
		 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name <> 'migrations' ORDER BY table_name, column_name`,
	);
	const migrated = columns.map(column => ({
		name: `${column.table}.${column.name}`,
		type: plain(column.type),
		nullable: column.nullable === 'YES',
		primary: column.key === 'PRI',
	}));
	const declared = ENTITIES.flatMap(entity => {
		const {columns: properties} = fresh.database.getMetadata(entity);
		return properties.map(column => ({
			name: `${fresh.database.getMetadata(entity).tableName}.${column.databaseName}`,
			type: plain(
				column.length
					? `${String(column.type)}(${column.length})`
					: column.precision
						? `${String(column.type)}(${column.precision})`
						: String(column.type),
			),
			nullable: column.isNullable,
			primary: column.isPrimary,
		}));
	});
	const byName = (a: {name: string}, b: {name: string}) => (a.name < b.name ? -1 : 1);
	t.deepEqual(declared.sort(byName), migrated.sort(byName));
});

/** MariaDB keeps JSON as long text and writes the display width of integers. */
function plain(type: string): string {
	return type.replace('longtext', 'json').replace(/^((?:big)?int)\(\d+\)$/, '$1');
}
