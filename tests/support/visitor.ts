import type { Answer, TestApp } from './app.ts'

/** A browser that keeps its cookie and sends plain forms with their token, as a person who is not signed in has. */
export function visitor(app: TestApp, agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0') {
  let cookie = ''
  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await app.anonymous.request(path, {
      ...init,
      headers: { 'user-agent': agent, ...(init.headers as object), ...(cookie ? { cookie } : {}) },
    })
    const set = answer.headers.getSetCookie()[0]
    if (set) cookie = set.split(';')[0]!
    return answer
  }
  /** Opens the page, fills its form in and sends it. */
  const submit = async (path: string, fields: Record<string, string>, to = path.replace(/\?.*/, '')) => {
    const page = await request(path)
    const hidden: Record<string, string> = {}
    page.$('form input[type=hidden]').each((_, { attribs }) => {
      hidden[attribs.name ?? ''] = attribs.value ?? ''
    })
    return request(to, { method: 'POST', body: new URLSearchParams({ ...hidden, ...fields }) })
  }
  return {
    request,
    submit,
    cookie: () => cookie,
    signIn: (email: string, password = 'noordkaap-demo') => submit('/login', { email, password }),
    isSignedIn: async () => (await request('/ajax/getCurrentUser')).status === 200,
  }
}
