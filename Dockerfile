# Two images: `mock`, the default, and `conform` (docker build --target conform). Environment variables CONTRACT_<FLAG>
# set the flags of the command.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY conformance/package.json conformance/
RUN npm ci --no-audit --no-fund
COPY . ./
RUN npm run build

FROM node:24-slim AS mock-dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without the workspace of the suite. The versions are still those of the lock file.
RUN npm pkg delete workspaces peerDependencies.integration-contract-suite \
  && npm install --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim AS suite-dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY conformance/package.json conformance/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim AS base
ENV NODE_ENV=production
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/dist /app/dist
COPY --from=build /build/docs/reference /app/docs/reference
RUN install --directory --owner=node --group=node /data
USER node
WORKDIR /data
ENTRYPOINT ["node", "/app/dist/src/cli/bin.cjs"]

# Writes the reports to /data/reports: docker run --rm -v "$PWD:/data" IMAGE http://host.docker.internal:8080
FROM base AS conform
COPY --from=suite-dependencies /app/node_modules /app/node_modules
COPY --from=build /build/conformance/package.json /app/conformance/package.json
COPY --from=build /build/conformance/dist /app/conformance/dist
ENTRYPOINT ["node", "/app/dist/src/cli/bin.cjs", "conform"]

FROM base AS mock
ENV CONTRACT_HOST=0.0.0.0
COPY --from=mock-dependencies /app/node_modules /app/node_modules
VOLUME /data
EXPOSE 4010
HEALTHCHECK --timeout=3s --start-period=10s --start-interval=1s CMD ["node", "/app/dist/src/cli/healthcheck.js"]
CMD ["mock"]
