import { defineConfig } from 'vitest/config'
import { fileReport } from './tests/support/file-report.ts'
import e2e from './vitest.e2e.config.ts'

/** Every screen of the product judged by axe, and journeys: too long for each change (`npm run test:deep`). */
export default defineConfig({
  ...e2e,
  test: { ...e2e.test!, include: ['tests/deep/**/*.test.ts'], reporters: ['default', fileReport()] },
})
