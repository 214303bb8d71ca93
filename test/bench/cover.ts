import type {Measured} from './main.ts';
export async function benchCover(): Promise<Measured[]> {
	return [];
}
