import { type TestApp, testApp } from './app.ts'
import { mailServer } from './mail-server.ts'

/** The application, and the mail server to which it sends. */
export interface MailingApp {
  app: TestApp
  smtp: Awaited<ReturnType<typeof mailServer>>
  close: () => Promise<void>
}

export async function mailingApp(): Promise<MailingApp> {
  const smtp = await mailServer()
  const app = await testApp({ env: { SMTP_URL: smtp.url } })
  return {
    app,
    smtp,
    close: async () => {
      await app.close()
      await smtp.stop()
    },
  }
}
