# Frontdesk with everything it needs, a PostgreSQL included (docs/deployment.md):
#   docker build -t frontdesk .
#   docker run --init -p 127.0.0.1:3000:3000 -v frontdesk:/data frontdesk

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# The dashboard and the widget. No scripts: they would build what is not copied yet.
FROM packages AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npm run build

# What a running service loads. npm runs files of bin/ after the install; Node itself is in the image already.
FROM packages AS install
COPY bin bin
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin

FROM node:24-bookworm-slim
WORKDIR /app
RUN ln -s /app/bin/frontdesk /usr/local/bin/frontdesk && install -d -o node -g node -m 0700 /data
COPY --from=install /app/node_modules node_modules
COPY models models
COPY docs/guides docs/guides
COPY widget/demo widget/demo
COPY --from=build /app/dist dist
COPY package.json LICENSE NOTICE ./
COPY bin bin
COPY src src
COPY clients/typescript/src clients/typescript/src
COPY clients/cli clients/cli
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/data/cache
USER node
VOLUME /data
EXPOSE 3000
# Healthy: it takes requests, and somebody runs its jobs.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/bin/frontdesk"]
CMD ["start"]
