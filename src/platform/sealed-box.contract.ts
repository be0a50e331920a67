/** Seals what only the server opens (sealed-box.ts), in a browser that need not have a network. */

const IV_BYTES = 12

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/**
 * ECDH on P-256 with a pair of keys for this once, HKDF, AES-256-GCM.
 * @param serverKey a point of the curve in base64url, as the server told it
 */
export async function sealFor(serverKey: string, purpose: string, text: string): Promise<string> {
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const server = await subtle.importKey('raw', fromBase64Url(serverKey), curve, false, [])
  const own = await subtle.generateKey(curve, false, ['deriveBits'])
  if (!('publicKey' in own)) throw new Error('a curve gives a pair of keys')
  const shared = await subtle.deriveBits({ name: 'ECDH', public: server }, own.privateKey, 256)
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) }
  const key = await subtle.deriveKey(derived, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  const point = await subtle.exportKey('raw', own.publicKey)
  return toBase64Url(new Uint8Array([...new Uint8Array(point), ...iv, ...new Uint8Array(sealed)]))
}
