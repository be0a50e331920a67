/**
 * Milliseconds that the other side asks us to wait: a Retry-After header is a number of seconds or a date (RFC 9110,
 * 10.2.3). Undefined without one, or when it says neither.
 */
export function retryAfterMs(response: Response, now = Date.now()): number | undefined {
  const value = response.headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
