/** Only the rules of React, which oxlint does not have in full (.oxlintrc.json holds all the others). */
import hooks from 'eslint-plugin-react-hooks'
import parser from '@typescript-eslint/parser'

export default [
  {
    files: ['islands/**/*.{ts,tsx}'],
    languageOptions: { parser },
    plugins: { 'react-hooks': hooks },
    rules: hooks.configs.recommended.rules,
  },
]
