import {createECDH} from 'node:crypto';
import type {JWK} from 'oidc-provider';

/**
 * Returns the ES256 key that the provider demands, from 32 secret bytes: equal in every process, stored nowhere. It signs nothing: there are
 * no ID tokens, and access tokens are opaque.
 */
export function signingKey(secret: Buffer): JWK {
	const ecdh = createECDH('prime256v1');
	const d = Buffer.from(secret);
	// Below the curve's order whatever the other bits are.
	d[0]! &= 0x7f;
	ecdh.setPrivateKey(d);
	const point = ecdh.getPublicKey();
	const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
	return {kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', d: d.toString('base64url'), x: part(1, 33), y: part(33, 65)};
}
