const KEY = 'roteiro-reloaded';
/** A page that was loaded anew for a part so recently has the newest there is. */
const ONCE_IN_MS = 60_000;

/**
 * Loads a part of the editor that is fetched when it is wanted. A part that is not served while the service is there belongs to an edition that
 * was replaced meanwhile: the page is loaded anew, whose journal has what is not sent yet. Throws what the import threw where that is of no use.
 */
export async function late<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		// Nobody sees what would come now.
		if (wasLongAgo() && (await loadAnew())) return new Promise(() => {});
		throw error;
	}
}

/** Loads the page anew, unless the service is away: then the browser would put a page of its own in place of this one. Returns whether it does. */
export async function loadAnew(): Promise<boolean> {
	if (!(await isThere())) return false;
	sessionStorage.setItem(KEY, String(Date.now()));
	location.reload();
	return true;
}

function wasLongAgo(): boolean {
	return Date.now() - Number(sessionStorage.getItem(KEY)) > ONCE_IN_MS;
}

async function isThere(): Promise<boolean> {
	try {
		return (await fetch('/healthz', {cache: 'no-store'})).ok;
	} catch {
		return false;
	}
}
