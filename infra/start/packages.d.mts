/** Installs the Debian packages that are missing, where this may be done; elsewhere throws a sentence that says how to get them. */
export function installPackages(choice: {
	privateServers: boolean;
	optional?: 'install' | 'name';
	also?: ReadonlyArray<'browsers' | 'caddy' | 'chromium' | 'galera' | 'nginx' | 'paper' | 'prometheus' | 'swift'>;
}): Promise<void>;
