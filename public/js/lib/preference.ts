import { request } from './request.ts'

/** Keeps what the user chose for the own screens on the server; that it failed is no matter of theirs. */
export async function keepPreference(key: string, value: string): Promise<void> {
  const url = `/ajax/setCurrentUserMeta/${key}/${encodeURIComponent(value)}`
  await request(url, { token: true }).catch(() => undefined)
}
