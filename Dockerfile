# The image of Komadai: the web client, the dependencies and the server are built separately, so that
# a change to one does not rebuild the others. deploy/try-dockerfile.sh tries each RUN without Docker.

FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
COPY words/ ../words/
RUN npm run build

# The dependencies, without our own code. The next stage is rebuilt only when they change.
FROM rust:1.95.0-bookworm AS skeleton
WORKDIR /src
COPY . .
RUN deploy/skeleton.sh /src /skeleton

FROM rust:1.95.0-bookworm AS server
# The image's toolchain, without the tools that only tests need.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /src
COPY --from=skeleton /skeleton ./
# On arm64 memory pages have 4, 16 or 64 KiB, depending on the kernel; an allocator built for the
# largest works with all of them.
RUN if [ "$(uname -m)" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi \
    && cargo build --release --locked --package komadai-server
COPY . .
COPY --from=web /src/web/dist web/dist
# The commit that /source names and links to: --build-arg KOMADAI_COMMIT=$(git rev-parse HEAD).
ARG KOMADAI_COMMIT=
# Our sources must be newer than their empty stand-ins.
RUN if [ "$(uname -m)" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi \
    && find crates -name '*.rs' -exec touch {} + \
    && cargo build --release --locked --package komadai-server \
    && install -D target/release/komadai /out/komadai \
    && mkdir -p /out/data

FROM debian:bookworm-slim
ARG KOMADAI_VERSION=0.2.0
ARG KOMADAI_COMMIT=
ARG KOMADAI_SOURCE=
LABEL org.opencontainers.image.title="Komadai" \
      org.opencontainers.image.description="An online shogi server" \
      org.opencontainers.image.version="${KOMADAI_VERSION}" \
      org.opencontainers.image.revision="${KOMADAI_COMMIT}" \
      org.opencontainers.image.source="${KOMADAI_SOURCE}" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later"
COPY --from=server /out/komadai /usr/local/bin/komadai
COPY --from=server --chown=10001:10001 /out/data /data
USER 10001:10001
WORKDIR /data
ENV KOMADAI__SERVER__LISTEN=0.0.0.0:8080 \
    KOMADAI__DATABASE__DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["komadai", "health"]
ENTRYPOINT ["komadai"]
CMD ["serve"]
