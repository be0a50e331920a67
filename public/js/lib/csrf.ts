/** The session's token against forged requests; the page carries it in a meta element. */
function holder(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')
}

export function csrfToken(): string {
  return holder()?.content ?? ''
}

/** Fetches the token of the session as it is now, for this page and its plain forms. */
export async function renewToken(): Promise<void> {
  const response = await fetch('/ajax/getToken', { headers: { Accept: 'application/json' } })
  if (!response.ok) return
  const { token } = (await response.json()) as { token: string }
  const meta = holder()
  if (meta) meta.content = token
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="_token"]')) input.value = token
}
