import eslint from "@eslint/js";
import globals from "globals";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/node_modules/", "**/out/", "build/", ".venv/"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["client-vscode/test/**/*.ts"],
    rules: {
      // node:test's own `describe` and `test` need not be awaited.
      "@typescript-eslint/no-floating-promises": "off",
    },
  },
  // The workbench hands functions to the page.
  { files: ["**/*.mjs"], languageOptions: { globals: { ...globals.node, document: "readonly" } } },
  {
    files: ["**/*.cjs"],
    languageOptions: { globals: globals.node, sourceType: "commonjs" },
  },
);
